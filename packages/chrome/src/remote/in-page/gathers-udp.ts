/// <reference lib="dom" />

/** Returns whether WebRTC would send UDP from here; true if not known in time. */
export async function gathersUdp(boundMs: number): Promise<boolean> {
  if (typeof RTCPeerConnection !== 'function') return false;
  const connection = new RTCPeerConnection();
  connection.createDataChannel('');
  const gathered = new Promise<boolean>((resolve) => {
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate === null) resolve(false);
      else if (candidate.protocol === 'udp') resolve(true);
    });
    setTimeout(() => resolve(true), boundMs);
  });
  await connection.setLocalDescription(await connection.createOffer());
  const found = await gathered;
  connection.close();
  return found;
}
