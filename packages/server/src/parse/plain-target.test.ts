import t from 'tap';
import { plainTarget } from './plain-target.ts';

t.test('one slash where there are several, outside of the query string', async (t) => {
  for (const [target, plain] of [
    ['/v1/pdf', '/v1/pdf'],
    ['//v1/pdf?url=http://a//b', '/v1/pdf?url=http://a//b'],
    ['/v1//pdf/', '/v1/pdf/'],
    ['///', '/'],
    ['/v1/files/%2f%2fx', '/v1/files/%2f%2fx'],
  ] as const) {
    t.equal(plainTarget(target), plain, target);
  }
});

t.test('without scheme and host', async (t) => {
  for (const [target, plain] of [
    ['http://shots.example/v1/pdf?a=b', '/v1/pdf?a=b'],
    ['HTTPS://shots.example:8080//v1/pdf', '/v1/pdf'],
    ['http://shots.example', '/'],
    ['http://shots.example?a', '/?a'],
    ['*', '/*'],
    ['/http://shots.example/v1', '/http:/shots.example/v1'],
    ['//shots.example/v1', '/shots.example/v1'],
  ] as const) {
    t.equal(plainTarget(target), plain, target);
  }
});
