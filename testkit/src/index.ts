export { type SoakPlan, soakPlan } from './soak.js';
export { verifies } from './verifies.js';
