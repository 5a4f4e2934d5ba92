// The command as npm installs it, in the checkout: what the build made, where `bin/tintype.js`
// takes the sources.
import { keepCompiled } from '../../packages/tintype/bin/keep-compiled.js';

keepCompiled(new URL('../../packages/tintype/bin/tintype.js', import.meta.url).href);
await import('../../packages/tintype/dist/cli/main.js');
