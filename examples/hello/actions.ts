import { defineAction, z } from 'tandem/extension-api';

export const hello = defineAction({
  name: 'hello',
  description: 'Greets somebody; it changes nothing.',
  payload: z.object({ name: z.string().default('world').describe('Who to greet.') }),
  result: {
    schema: z.object({ greetings: z.array(z.string()).default([]) }),
    toText: ({ greetings }) => greetings.join('\n'),
  },
});
