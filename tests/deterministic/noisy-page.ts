import { sharp } from '@tintype/core/sharp';

/** A page of everything that differs from one load to the next. Its parts are named in failures. */
export const noisyParts: Readonly<Record<string, string>> = {
  'a clock':
    '<p id=a></p><script>a.textContent=new Date().toLocaleString()+performance.now()+Date()+new Intl.DateTimeFormat("en",{timeStyle:"full",timeZone:"UTC"}).format()</script>',
  'a clock that goes on':
    '<p id=b></p><script>setInterval(()=>b.textContent=new Date().toISOString()+Date.now(),100)</script>',
  'random numbers':
    '<p id=c></p><script>c.textContent=Math.random()+" "+crypto.getRandomValues(new Uint32Array(2))+(crypto.randomUUID?.()??"")</script>',
  'a counter of intervals': '<p id=d>0</p><script>setInterval(()=>d.textContent++,1000)</script>',
  'a chain of timers':
    '<p id=e>0</p><script>(function next(){e.textContent++;setTimeout(next,300)})()</script>',
  'animation frames':
    '<canvas id=f width=200 height=20></canvas><script>{const g=f.getContext("2d");let x=0;(function draw(t){g.fillStyle=`hsl(${x*7} 90% 50%)`;g.fillRect(x++%200,0,3,20);requestAnimationFrame(draw)})()}</script>',
  'time of animation frames':
    '<p id=g></p><script>requestAnimationFrame(function tick(t){g.textContent=t+" "+performance.now();requestAnimationFrame(tick)})</script>',
  'endless animations':
    '<style>@keyframes turn{to{transform:translateX(90px)}}.turn{animation:turn 1.3s infinite alternate;width:20px;height:20px;background:teal}</style><div class=turn></div>',
  'a smooth counter':
    '<b id=h>0</b><script>{const start=Date.now();(function up(){const part=Math.min(1,(Date.now()-start)/1500);h.textContent=Math.round(part*9137);if(part<1)requestAnimationFrame(up)})()}</script>',
  'a caret': '<input id=i autofocus value=text>',
  'a frame':
    '<iframe width=300 height=40 srcdoc="<p id=a></p><script>setInterval(()=>a.textContent=Math.random()+Date(),70)</script>"></iframe>',
  'a worker':
    '<p id=j></p><script>new Worker(URL.createObjectURL(new Blob(["postMessage(Date.now()+\' \'+Math.random()+Date())"]))).onmessage=({data})=>j.textContent=data</script>',
  'times of events':
    '<p id=k></p><script>addEventListener("load",event=>k.textContent=event.timeStamp)</script>',
  'Web animations':
    '<p id=l>moving</p><script>l.animate([{opacity:0},{opacity:1}],{duration:900,iterations:Infinity})</script>',
};

export const noisyPage = (parts: readonly string[] = Object.values(noisyParts)) =>
  `<!doctype html><meta charset=utf-8><body style="margin:4px;font:12px sans-serif">${parts.join('\n')}`;

/** An animated image of ten frames, each in its own colour. */
export async function animatedImage(format: 'gif' | 'webp'): Promise<Buffer> {
  const [width, height] = [20, 20];
  const frames = Array.from({ length: 10 }, (_, at) =>
    Buffer.alloc(width * height * 3, Buffer.from([at * 25, 255 - at * 25, 90])),
  );
  const raw = { width, height: height * 10, channels: 3 as const, pageHeight: height };
  const image = sharp(Buffer.concat(frames), { raw });
  const loop = { delay: Array<number>(10).fill(40), loop: 0 };
  return format === 'gif'
    ? image.gif(loop).toBuffer()
    : image.webp({ ...loop, lossless: true }).toBuffer();
}
