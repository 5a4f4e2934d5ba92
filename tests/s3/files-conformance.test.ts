import { join } from 'node:path';
import { openFileBytes } from '@tintype/store';
import { fileBytesConformance } from '@tintype/store/conformance';
import { s3For } from './s3-server.ts';

fileBytesConformance('S3', async (t) => {
  const { options } = await s3For(t);
  return () => openFileBytes(join(t.testdirName, 'unused'), { ...options, prefix: 'a/prefix' });
});
