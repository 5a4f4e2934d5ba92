import t from 'tap';
import { parseS3Place } from './s3-options.ts';

t.test('places in S3', async (t) => {
  t.same(parseS3Place('s3://shots'), { bucket: 'shots', prefix: '' });
  t.same(parseS3Place('s3://shots/'), { bucket: 'shots', prefix: '' });
  t.same(parseS3Place('s3://my.shots-1/a/b_c.d/'), { bucket: 'my.shots-1', prefix: 'a/b_c.d' });
  for (const wrong of [
    '',
    'folder',
    's3:',
    's3://',
    's3://a',
    's3://Shots',
    's3://-shots',
    's3://shots//',
    's3://shots/a//b',
    's3://shots/../a',
    's3://shots/a/./b',
    's3://shots/a b',
    's3://shots/ü',
    's3://shots?x',
    's3://key:secret@shots',
    `s3://shots/${'a'.repeat(201)}`,
    'S3://shots',
  ]) {
    t.equal(parseS3Place(wrong), undefined, wrong);
  }
});
