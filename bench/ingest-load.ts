/**
 * A publisher that costs little: MQTT 3.1.1 frames of QoS 1, written by hand in chunks over four connections.
 *   ingest-load.ts {port} {messages} {first imei} {devices} {first ts}
 * Prints `published` when the broker has acknowledged all.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

const [port, messages, firstImei, devices, firstTs] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
  number
]
const connections = 4
const chunk = 100
const window = 4_000

const text = (value: string) =>
  Buffer.concat([Buffer.from([value.length >> 8, value.length & 255]), Buffer.from(value)])

function frame(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([type, ...length]), body])
}

function message(at: number, id: number): Buffer {
  const imei = firstImei + (at % devices)
  const drift = (at % 7) * 0.00001
  const body = `{"ts":${firstTs + at},"lat":${(52 + drift).toFixed(5)},"lon":21.0122,"battery":3.71}`
  return frame(0x32, text(`containers/${imei}/telemetry`), Buffer.from([id >> 8, id & 255]), Buffer.from(body))
}

await Promise.all(
  Array.from({ length: connections }, async (_, lane) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(frame(0x10, text('MQTT'), Buffer.from([4, 2, 0, 0]), text(`load-${process.pid}-${lane}`)))
    await once(socket, 'data')
    const mine = messages / connections
    let acknowledged = 0
    let bytes = 0
    let wake: () => void = () => undefined
    socket.on('data', data => {
      bytes += data.length
      acknowledged = bytes >> 2
      wake()
    })
    for (let sent = 0; sent < mine; ) {
      while (sent - acknowledged > window) await new Promise<void>(resolve => (wake = resolve))
      const frames: Buffer[] = []
      for (const end = Math.min(mine, sent + chunk); sent < end; sent++) {
        frames.push(message(sent * connections + lane, (sent % 65_535) + 1))
      }
      if (!socket.write(Buffer.concat(frames))) await once(socket, 'drain')
    }
    while (acknowledged < mine) await new Promise<void>(resolve => (wake = resolve))
    socket.end()
  })
)
console.log('published')
