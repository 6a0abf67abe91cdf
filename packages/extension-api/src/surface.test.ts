import { expect, test } from 'vitest';
import * as api from './index.js';

test('what an extension can import is a promise: a change here is a change for every author', () => {
  expect(Object.keys(api).sort()).toEqual([
    'ActionFailed',
    'ActionRunner',
    'CommandRunner',
    'FileAccess',
    'FileCache',
    'Logger',
    'ProjectInfo',
    'StopRun',
    'UserMessages',
    'defineAction',
    'defineHandler',
    'defineService',
    'isAction',
    'isHandler',
    'isService',
    'mergeResults',
    'plainText',
    'serviceToken',
    'z',
  ]);
});
