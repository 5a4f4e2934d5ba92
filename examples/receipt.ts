// Every result reports its quality; fail_on turns a finding into an error.
import { createRenderer, RenderError } from 'tintype';

const renderer = createRenderer();
const login =
  '<title>Log in</title><h1>Log in</h1><form><input name="user"><input type="password"></form>';

const { receipt } = await renderer.render({ kind: 'screenshot', html: login });
console.log(receipt.wall?.kind, '-', receipt.wall?.evidence.join(', '));

try {
  await renderer.render({ kind: 'screenshot', html: login, fail_on: ['blocked'] });
} catch (error) {
  if (!(error instanceof RenderError)) throw error;
  console.log(error.code, '-', error.message);
}
await renderer.stop();
