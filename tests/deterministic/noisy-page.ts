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
  'idle callbacks':
    '<p id=m></p><script>{let n=0;requestIdleCallback(function f(d){m.textContent=++n+" "+d.timeRemaining()+" "+performance.now();requestIdleCallback(f)})}</script>',
  'delayed tasks':
    '<p id=n></p><script>{let at=0;(function f(){n.textContent=++at;scheduler.postTask(f,{delay:100})})()}</script>',
  'times of loading':
    '<p id=o></p><script>addEventListener("load",()=>setTimeout(()=>{const n=performance.getEntriesByType("navigation")[0],{timing:t,timeOrigin}=performance;o.textContent=[n.duration,n.loadEventEnd,t.loadEventEnd-t.navigationStart,timeOrigin]},10))</script>',
  'marks and paints':
    '<p id=p>x</p><script>performance.mark("a");setTimeout(()=>{p.textContent+=[performance.mark("b").startTime,performance.measure("c","a","b").duration]},50);new PerformanceObserver(l=>{for(const e of l.getEntries())p.textContent+=e.startTime}).observe({type:"paint",buffered:true})</script>',
  'the date of a document': '<p id=q></p><script>q.textContent=document.lastModified</script>',
  'the network':
    '<p id=r></p><script>r.textContent=[navigator.connection?.rtt,navigator.connection?.downlink]</script>',
  'a counter that is seen':
    '<p id=s>0</p><script>new IntersectionObserver(([e],o)=>{if(!e.isIntersecting)return;o.disconnect();let n=0;setInterval(()=>s.textContent=++n+" "+e.time*0,100)}).observe(s)</script>',
  'times of observations':
    '<p id=t>0</p><script>new IntersectionObserver(([e])=>t.textContent=e.time===performance.now()).observe(t)</script>',
  'smooth scrolling':
    '<div id=u style="height:40px;overflow:auto;scroll-behavior:smooth"><div style="height:3000px;background:repeating-linear-gradient(red 0 13px,blue 13px 29px)"></div></div><script>setTimeout(()=>u.scrollTo({top:900,behavior:"smooth"}),300);setTimeout(()=>u.scrollTop+=50,900)</script>',
  'a progress bar': '<progress></progress>',
  'an SVG image': `<img width=60 height=20 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='60' height='20'%3E%3Crect width='9' height='9'%3E%3Canimate attributeName='x' from='0' to='50' dur='0.7s' repeatCount='indefinite'/%3E%3C/rect%3E%3C/svg%3E">`,
  'promises over six seconds':
    '<p id=w></p><script>(async()=>{for(let n=0;n<60;n++){await new Promise(r=>setTimeout(r,110));w.textContent=n}})()</script>',
  'a view transition':
    '<p id=x>0</p><script>setInterval(()=>document.startViewTransition(()=>x.textContent++),400)</script>',
  'a shared and a service worker':
    '<p id=y></p><script>try{new SharedWorker("/x.js").port.onmessage=({data})=>y.textContent=data}catch(e){y.textContent=e.name}navigator.serviceWorker?.register("/x.js").catch(e=>y.textContent+=e.name)</script>',
};

/** Parts with files: `/video`, which is `/late-video` after a while, and `/moving.svg`. */
export const noisyFiles: Readonly<Record<string, string>> = {
  'a video that plays': '<video src=/video width=60 autoplay muted loop></video>',
  'a time set by script':
    '<video id=va src=/video width=60 muted></video><script>va.currentTime=0.5;va.play()</script>',
  'a poster':
    "<video poster=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E\" src=/video width=60 autoplay muted></video>",
  'animated SVG':
    '<img src=/moving.svg><div style="width:60px;height:20px;background:url(/moving.svg)"></div>',
  'a late video': '<video src=/late-video width=60 height=60 autoplay muted></video>',
  'a video that is drawn':
    '<canvas id=vb width=60 height=60></canvas><script>{const v=document.createElement("video");v.muted=v.autoplay=v.loop=true;v.src="/video";setInterval(()=>vb.getContext("2d").drawImage(v,0,0,60,60),50)}</script>',
  'frames of a video':
    '<video id=vc src=/video width=60 muted autoplay loop></video><p id=vd></p><script>{let n=0;const next=()=>{vd.textContent=++n+" "+vc.currentTime;vc.requestVideoFrameCallback(next)};vc.requestVideoFrameCallback(next)}</script>',
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

export const movingSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">
<style>@keyframes go{to{transform:translateX(50px)}}.a{animation:go .7s infinite}</style><rect class="a" width="9" height="9"/>
<rect y="11" width="9" height="9"><animate attributeName="x" from="0" to="50" dur="0.7s" repeatCount="indefinite"/></rect></svg>`;
