/**
 * Where an action, handler or service comes from.
 * - `module`: a file (`./handlers/noop.ts#noop`) or npm package (`my-extension#lint`); without `#`, the module's
 *   only fitting export.
 * - `id`: a dotted name such as `myext.LintAction`, which only programs in its own language can load. Here it is
 *   an identity that a definition claims with its `source`.
 */
export type ExtensionSource =
  | { readonly kind: 'module'; readonly specifier: string; readonly exportName: string | undefined }
  | { readonly kind: 'id'; readonly id: string };

const dottedName = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+$/u;
const scriptFile = /\.[cm]?[jt]sx?$/;

export function parseSource(source: string): ExtensionSource {
  const hash = source.lastIndexOf('#');
  if (hash !== -1) {
    const exportName = source.slice(hash + 1);
    return {
      kind: 'module',
      specifier: source.slice(0, hash),
      exportName: exportName === '' ? undefined : exportName,
    };
  }
  if (dottedName.test(source) && !scriptFile.test(source)) return { kind: 'id', id: source };
  return { kind: 'module', specifier: source, exportName: undefined };
}

/** The one spelling under which a module's export is known to other programs. */
export function formatSource(specifier: string, exportName: string): string {
  return `${specifier}#${exportName}`;
}
