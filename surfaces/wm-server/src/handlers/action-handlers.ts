import type { ConnectionContext, HandlersOf } from '../connection/connection-context.js';
import { toWireAction, toWirePayloadSchema } from '../convert/actions.js';
import { toWireTree } from '../convert/tree.js';
import { run, runBatch } from './run-handlers.js';

export function actionHandlers(context: ConnectionContext): HandlersOf<'actions'> {
  const { workspace, client } = context;
  const { session } = client;
  return {
    'actions/list': ({ project }) => ({ actions: workspace.listActions(project).map(toWireAction) }),
    'actions/getPayloadSchemas': async ({ project, actionSources, startRunners }, { signal }) => {
      const schemas = await workspace.payloadSchemas(session, project, actionSources, {
        signal,
        ...(startRunners !== undefined && { startRunners }),
      });
      const entries = Object.entries(schemas);
      return {
        schemas: Object.fromEntries(
          entries.map(([source, schema]) => [source, schema && toWirePayloadSchema(schema)]),
        ),
      };
    },
    'actions/getTree': ({ parentNodeId }) => {
      const nodes =
        parentNodeId === undefined ? workspace.tree() : (workspace.subtree(parentNodeId)?.children ?? []);
      return { nodes: nodes.map(toWireTree) };
    },
    'actions/run': (params, { signal }) => run(context, params, signal),
    'actions/runBatch': (params, { signal }) => runBatch(context, params, signal),
    'actions/reload': async ({ actionNodeId }) => {
      await workspace.reloadAction(session, actionNodeId);
      return {};
    },
  };
}
