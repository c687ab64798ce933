/**
 * Azurite, Microsoft's own stand-in for Azure Blob Storage. It comes by npm into npm's own cache, and not as a dependency: with
 * its 373 others it would add a third (186 MB) to what everybody installs, for the tests of one file.
 */
import { execFileSync, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

const version = '3.35.0'

export interface Azurite {
  /** For STORAGE_URL, after `azure:`. */
  readonly connection: string
  close(): Promise<void>
}

/** Its account and key are written in its manual, and open nothing but itself. */
const account = 'devstoreaccount1'
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Starts it on a free port, its blobs in memory; null where it is not to be had, which CI does not accept. */
export async function startAzurite(): Promise<Azurite | null> {
  try {
    const source = ['exec', '--yes', '--prefer-offline', `--package=azurite@${version}`, '--call', 'which azurite-blob']
    const options = { cwd: tmpdir(), encoding: 'utf8' as const, timeout: 180_000 }
    return await run(execFileSync('npm', source, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim())
  } catch (error) {
    if (process.env.CI === 'true') throw error
    console.info(
      `Azurite ${version} is missing: files in Azure are not tested (${(error as Error).message.split('\n')[0]}).`
    )
    return null
  }
}

async function run(program: string): Promise<Azurite> {
  const flags = ['--inMemoryPersistence', '--disableTelemetry', '--skipApiVersionCheck', '--silent', '--blobPort', '0']
  const child = spawn(process.execPath, [program, ...flags], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let output = ''
  const port = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = /successfully listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    void ended.then(() => reject(new Error(`Azurite ended: ${output}`)))
  })
  const address = `http://127.0.0.1:${port}/${account}`
  return {
    connection: `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};BlobEndpoint=${address};`,
    async close() {
      child.kill()
      await ended
    }
  }
}
