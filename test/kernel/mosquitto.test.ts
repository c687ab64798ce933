/** The broker of the tests leaves nothing behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { describe, expect, it } from 'vitest'
import { mosquittoPath } from '../helper/browser.ts'
import { aMosquitto } from '../helper/mosquitto.ts'
import { nodeProgram } from '../helper/program.ts'

const isAnswered = async (url: string): Promise<boolean> => {
  try {
    await (await mqtt.connectAsync(url, { reconnectPeriod: 0 }, false)).endAsync(true)
    return true
  } catch {
    return false
  }
}

describe.skipIf(mosquittoPath() === null)('a Mosquitto of a test', () => {
  it('has ended once it is stopped, and may be stopped twice', async () => {
    const { url, stop } = await aMosquitto()
    expect(await isAnswered(url)).toBe(true)
    await stop()
    await stop()
    expect(await isAnswered(url)).toBe(false)
  })

  it('ends with the process that started it, however that ends', async () => {
    const helper = fileURLToPath(new URL('../helper/mosquitto.ts', import.meta.url))
    const script = `import { aMosquitto } from ${JSON.stringify(helper)}
      console.log((await aMosquitto()).url)
      setInterval(() => undefined, 1_000)`
    const owner = spawn(nodeProgram, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const [line] = (await once(owner.stdout, 'data')) as [Buffer]
    const url = line.toString().trim()
    expect(await isAnswered(url)).toBe(true)
    owner.kill('SIGKILL')
    await expect.poll(() => isAnswered(url), { timeout: 20_000 }).toBe(false)
  })

  it('says at once that it cannot listen where somebody else does', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    await expect(aMosquitto([], port)).rejects.toThrow('ended before it took connections')
    taken.close()
  })
})
