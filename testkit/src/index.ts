export { type SoakPlan, soakPlan } from './soak.js';
