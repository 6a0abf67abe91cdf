import { serviceToken } from '../service.js';

/** Tells the person at the editor or terminal something now, outside the result. */
export interface UserMessages {
  info(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

export const UserMessages = serviceToken<UserMessages>('tandem.UserMessages');
