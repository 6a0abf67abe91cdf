import { defineHandler, ProjectInfo, z } from 'tandem/extension-api';
import { hello } from '../actions.ts';

export const greet = defineHandler({
  action: hello,
  config: z.object({ greeting: z.string().default('Hello') }),
  services: { project: ProjectInfo },
  run({ name }, { config, services: { project } }) {
    return { greetings: [`${config.greeting}, ${name}! This is ${project.name}.`] };
  },
});
