// What the test kills: a process that starts PostgreSQL, says so in one line of JSON, and stays until its input closes.
import { startPostgres } from '../../src/embedded/postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const { url, adopted, stop } = await startPostgres({ dataDir, durable: false })
console.log(JSON.stringify({ url, adopted }))
process.stdin.on('end', () => void stop().then(() => process.exit(0)))
process.stdin.resume()
