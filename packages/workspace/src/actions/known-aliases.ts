import { movedActions } from './moved-actions.js';

const oldPackage = 'finecode_extension_api.';

/** The name an action has now, whatever it was called before; any other source is left as it is. */
export function currentSource(source: string): string {
  if (!source.startsWith(oldPackage)) return source;
  const oldName = source.slice(oldPackage.length);
  const moved = movedActions.find(
    ({ className, module }) =>
      oldName === `actions.${className}` || (module !== undefined && oldName === `${module}.${className}`),
  );
  return moved?.source ?? source;
}
