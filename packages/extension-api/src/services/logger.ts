import { serviceToken } from '../service.js';

/** For whoever looks into a problem later; people who wait for a result read `UserMessages`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  /** With the error itself, its stack is logged too, in terms of your source files. */
  error(message: string, error?: unknown): void;
}

export const Logger = serviceToken<Logger>('tandem.Logger');
