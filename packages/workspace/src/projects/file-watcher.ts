/** Tells when files change, appear or disappear. The adapter behind it knows how the system reports that. */
export interface FileWatcher {
  /** Several changes in a row may be told as one. Nothing is told after disposal. */
  watch(filePaths: readonly string[], onChange: () => void): Disposable;
}
