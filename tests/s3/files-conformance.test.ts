import { join } from 'node:path';
import { openFileBytes } from '@tintype/files';
import { fileBytesConformance } from './file-bytes-conformance.ts';
import { s3For } from './s3-server.ts';

fileBytesConformance('a folder', async (t) => {
  const folder = t.testdir();
  return () => openFileBytes(join(folder, 'files'));
});

fileBytesConformance('S3', async (t) => {
  const { options } = await s3For(t);
  return () => openFileBytes(join(t.testdirName, 'unused'), { ...options, prefix: 'a/prefix' });
});
