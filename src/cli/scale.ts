/** `npm run scale`: reads a scale in the yard and sends what it weighs to Opony. It needs no database, and runs on a machine beside the scale. */
import { endWith, readCommandLine } from './command-line.ts'
import { say } from './database.ts'
import { runAgent } from './scale/agent.ts'
import { line, type Protocol, sics, toledo } from './scale/protocols.ts'
import { openQueue } from './scale/queue.ts'

const usage = `OPONY_KEY=opn_… npm run scale -- --opony https://admin.example.com --scale 1 --tcp 192.168.1.20:4001 --protocol toledo
  --opony     address of the back office
  --scale     number of the scale, on its page under settings
  --tcp       address of the scale, or of the server of its serial port
  --protocol  toledo, toledo-checksum (Mettler-Toledo continuous), sics (MT-SICS), or line
  --pattern   of line: a regular expression with the groups weight, and, where the scale has them, unit and stable
  --equal     how many equal stable values in a row count (5)
  --least     kilograms below which the scale is empty (200)
  --change    kilograms by which a further mass of the same load must differ (100)
  --queue     folder of the readings that are not sent yet (scale-queue)
OPONY_KEY is an API key of the scope weights:write.`

const { values } = readCommandLine(
  {
    options: {
      opony: { type: 'string' },
      scale: { type: 'string' },
      tcp: { type: 'string' },
      protocol: { type: 'string' },
      pattern: { type: 'string' },
      equal: { type: 'string', default: '5' },
      least: { type: 'string', default: '200' },
      change: { type: 'string', default: '100' },
      queue: { type: 'string', default: 'scale-queue' }
    }
  },
  usage
)

function numberOf(name: 'equal' | 'least' | 'change'): number {
  const value = Number(values[name])
  return Number.isInteger(value) && value > 0 ? value : endWith(`--${name} is a whole number above 0.\n${usage}`)
}

function patternOf(text: string | undefined): RegExp {
  if (!text?.includes('(?<weight>')) return endWith(`--pattern needs a group (?<weight>…).\n${usage}`)
  try {
    return new RegExp(text)
  } catch (error) {
    return endWith(`--pattern: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const protocols: Readonly<Record<string, () => Protocol>> = {
  toledo: () => toledo(false),
  'toledo-checksum': () => toledo(true),
  sics: () => sics,
  line: () => line(patternOf(values.pattern))
}

const { OPONY_KEY: key = '' } = process.env
const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(values.tcp ?? '') ?? []
const protocol = protocols[values.protocol ?? '']
if (!protocol || !key || !host || !/^https?:\/\//.test(values.opony ?? '') || !/^[1-9]\d*$/.test(values.scale ?? ''))
  endWith(usage)
else {
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
  const url = new URL(`/api/Scales/${values.scale}/readings`, values.opony).href
  say(`Reads the scale at ${host}:${port}, and sends to ${url}.`)
  await runAgent(
    {
      ...{ host, port: Number(port), protocol: protocol(), queue: await openQueue(values.queue), url, key, say },
      ...{ equal: numberOf('equal'), least: numberOf('least'), change: numberOf('change') },
      ...{ askEveryMs: 250, silenceMs: 30_000, pausesMs: [1_000, 60_000] }
    },
    ending.signal
  )
}
