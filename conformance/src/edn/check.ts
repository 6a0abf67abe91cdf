import type { Check } from '../check.js';
import type { EdnSession } from './session.js';

export type EdnCheck = Check<EdnSession>;
