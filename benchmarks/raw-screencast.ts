import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { launchPlain } from './contenders.ts';
import { openConnection } from './raw-connection.ts';

export interface Shot {
  url: string;
  fps: number;
  seconds: number;
  width: number;
  height: number;
}

/**
 * The floor of exact recording, as a program of one page: a screenshot for each frame on command,
 * with virtual time between them, piped to ffmpeg. It has no egress proxy, scrolls nothing, and
 * trusts that each frame has an image.
 */
export async function rawScreencast() {
  const chrome = await launchPlain(true);
  const connection = openConnection(chrome.transport);
  return {
    async record({ url, fps, seconds, width, height }: Shot): Promise<Uint8Array> {
      const { targetId } = await connection.send('Target.createTarget', {
        url: 'about:blank',
        width,
        height,
        enableBeginFrameControl: true,
      });
      const session = await connection.attach(targetId);
      await session.send('Page.enable');
      const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
      let loading = true;
      const showWhileLoading = async () => {
        while (loading) {
          await session.send('HeadlessExperimental.beginFrame', {}).catch(() => {});
          await delay(15);
        }
      };
      const shown = showWhileLoading();
      await session.send('Page.navigate', { url });
      await loaded;
      loading = false;
      await shown;
      const ffmpeg = spawn(
        'ffmpeg',
        `-loglevel error -f image2pipe -c:v mjpeg -framerate ${fps} -i - -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 20 -movflags frag_keyframe+empty_moov -f mp4 -`.split(
          ' ',
        ),
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      const video: Buffer[] = [];
      ffmpeg.stdout.on('data', (chunk: Buffer) => video.push(chunk));
      const frameMs = 1000 / fps;
      const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', {
        policy: 'pause',
      });
      for (let frame = 0; frame < seconds * fps; frame += 1) {
        const over = new Promise<void>((resolve) =>
          session.once('Emulation.virtualTimeBudgetExpired', () => resolve()),
        );
        await session.send('Emulation.setVirtualTimePolicy', {
          policy: 'advance',
          budget: frameMs,
          maxVirtualTimeTaskStarvationCount: 2000,
        });
        await over;
        const { screenshotData = '' } = await session.send('HeadlessExperimental.beginFrame', {
          frameTimeTicks: virtualTimeTicksBase + (frame + 1) * frameMs,
          interval: frameMs,
          screenshot: { format: 'jpeg', quality: 92, optimizeForSpeed: true },
        });
        const hasRoom = ffmpeg.stdin.write(Buffer.from(screenshotData, 'base64'));
        if (!hasRoom) await once(ffmpeg.stdin, 'drain');
      }
      ffmpeg.stdin.end();
      await once(ffmpeg, 'close');
      await connection.send('Target.closeTarget', { targetId });
      return Buffer.concat(video);
    },
    stop: () => chrome.kill(),
  };
}
