import * as z from 'zod';
import { request } from '../core/contract.js';
import { openObject } from '../core/wire-object.js';
import { Plan, PlanStep } from './shapes.js';

const section = 'Reasoning and knowledge requests of real hosts';
const Confidence = z.number().min(0).max(1).optional();
const errors = ['initialization', 'taskExecution', 'context'] as const;

/** Optional group, advertised as the capabilities `reasoning` and `knowledge`. */
export const reasoningMethods = {
  'reasoning/generatePlan': request({
    doc: 'Break a goal down into phases, tasks and steps.',
    section,
    origin: 'peers',
    params: openObject({ goal: z.string().min(1), context: z.unknown().optional() }),
    result: Plan,
    errors,
  }),
  'reasoning/refineSteps': request({
    doc: 'Improve the steps of a plan.',
    section,
    origin: 'peers',
    params: openObject({
      steps: z.array(z.unknown()),
      context: openObject({ goal: z.string() }),
    }),
    result: openObject({ refined_steps: z.array(z.union([PlanStep, z.string()])) }),
    errors,
  }),
  'reasoning/selectPersona': request({
    doc: 'Choose the persona that fits a goal.',
    section,
    origin: 'peers',
    params: openObject({ goal: z.string().min(1) }),
    result: openObject({
      persona_content: z.string(),
      persona_name: z
        .string()
        .optional()
        .describe('Hosts read the name, backends send the content: send both.'),
    }),
    errors,
  }),
  'reasoning/getPersonaContentByName': request({
    doc: 'Text of a persona; null when there is none of that name.',
    section,
    origin: 'peers',
    params: openObject({
      // The name becomes part of a path, so it must not lead out of the folder of personas.
      name: z.string().regex(/^(?!.*\.\.)[^/\\]+$/, { error: 'must be a plain name' }),
    }),
    result: openObject({ content: z.string().nullable() }),
    errors,
  }),
  'reasoning/analyzeAndRecover': request({
    doc: 'Find out why an action failed and what to do next.',
    section,
    origin: 'peers',
    params: openObject({
      task_goal: z.string(),
      agent_state: z.unknown(),
      error_details: z.unknown(),
      action_history: z.array(z.unknown()),
      plan_state: z.unknown().optional(),
    }),
    result: openObject({
      analysis: z.string(),
      next_actions: z.array(
        openObject({
          type: z.enum(['tool_use', 'instruction', 'clarification_request']),
          details: z.unknown(),
        }),
      ),
      recovery_strategy: z.string().optional(),
      confidence_score: Confidence,
    }),
    errors,
  }),
  'reasoning/replanning': request({
    doc: 'Change a plan because of an obstacle.',
    section,
    origin: 'peers',
    params: openObject({
      task_goal: z.string(),
      current_plan_state: z.unknown(),
      agent_state: z.unknown(),
      obstacle_description: z.string(),
    }),
    result: openObject({
      analysis: z.string(),
      revised_plan: Plan.nullish(),
      suggested_next_step: z.unknown().optional(),
      confidence_score: Confidence,
    }),
    errors,
  }),
  'knowledge/search': request({
    doc: 'Search the knowledge of the project.',
    section,
    origin: 'peers',
    params: openObject({
      query: z.string().min(1),
      num_docs: z.number().int().positive().default(5).describe('How many results at most.'),
    }),
    result: openObject({ results: z.array(z.string()) }),
    errors,
  }),
};
