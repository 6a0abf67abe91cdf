/** The name of the package that a PEP 508 requirement is about, in its canonical spelling. */
export function packageNameOf(requirement: string): string {
  return canonicalName(namePartOf(requirement));
}

/** The leading name as written: `Fine_Lint` of `Fine_Lint[extra] ~= 1.0`. */
export function namePartOf(requirement: string): string {
  return /^\s*([A-Za-z0-9._-]*)/.exec(requirement)?.[1] ?? '';
}

/** Package indexes treat `Fine_Lint`, `fine-lint` and `fine.lint` as one package. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
