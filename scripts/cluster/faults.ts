/** What is broken, one after the other, and how it is mended. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { etcdLeader, freezeNode, killNode, primaries, standing, startEtcd, startPatroni, thawNode } from './database.ts'
import { nodes, type Part, parts, ports, type Role } from './layout.ts'
import { isReady, startPart, startProxy } from './opony.ts'
import { end, familyOf, kill9, signal, until } from './processes.ts'

export interface Fault {
  readonly what: string
  /** How long it stays broken, in seconds. */
  readonly seconds: number
  /** Breaks it, and says what it was and how to mend it. */
  break(round: number): Promise<{ readonly it: string; mend(): Promise<void> | void }>
}

const primary = async (): Promise<number> => {
  const [node] = await primaries()
  if (node === undefined) throw new Error('There is no primary to break.')
  return node
}
const replica = async (which: 'synchronous' | 'other'): Promise<number> => {
  const node = (await standing())[which]
  if (node === undefined) throw new Error(`There is no ${which} replica to break.`)
  return node
}
const killed = (node: number) => {
  killNode(node)
  return { it: `pg${node}`, mend: () => startPatroni(node) }
}
const link = (node: number): readonly number[] => familyOf(`link${node}`)

/** Whether somebody listens at the address. */
const listens = (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, host)
    const ended = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => ended(true))
    socket.once('error', () => ended(false))
  })

/** @param isChosen which of them; without it one after the other */
const ofRole = (role: Role, isChosen?: (part: Part) => Promise<boolean>): Fault => ({
  what: isChosen ? 'the process that has the broker of the sensors, kill -9' : `a process of the role ${role}, kill -9`,
  seconds: 10,
  break: async round => {
    const own = parts.filter(part => part.role === role)
    const chosen = isChosen ? await Promise.all(own.map(isChosen)) : own.map((_, at) => at === round % own.length)
    const part = own.find((_, at) => chosen[at])
    if (!part) throw new Error(`There is no process of the role ${role} to break.`)
    kill9(part.name)
    return {
      it: part.name,
      mend: async () => {
        startPart(part)
        await until(`${part.name} is ready`, 120, () => isReady(part))
      }
    }
  }
})

const broker = ofRole('ingest', ({ host }) => listens(host, ports.ofMqtt))

export const faults = {
  primary: { what: 'the primary with its Patroni, kill -9', seconds: 35, break: async () => killed(await primary()) },
  replica: { what: 'the other replica, kill -9', seconds: 20, break: async () => killed(await replica('other')) },
  synchronous: {
    what: 'the synchronous replica, kill -9',
    seconds: 25,
    break: async () => killed(await replica('synchronous'))
  },
  all: {
    what: 'both replicas, kill -9, 4 s later the primary, and the replicas start again',
    seconds: 30,
    async break() {
      const node = await primary()
      const others = nodes.filter(other => other !== node)
      for (const other of others) killNode(other)
      await wait(4_000)
      killNode(node)
      for (const other of others) startPatroni(other)
      return { it: `pg${node}`, mend: () => startPatroni(node) }
    }
  },
  frozen: {
    what: 'the primary with its Patroni, frozen, thawed later',
    seconds: 45,
    async break() {
      const node = await primary()
      freezeNode(node)
      return { it: `pg${node}`, mend: () => thawNode(node) }
    }
  },
  cut: {
    what: 'the network of the primary, silent',
    seconds: 45,
    async break() {
      const node = await primary()
      const cut = link(node)
      signal(cut, 'SIGSTOP')
      return { it: `pg${node}`, mend: () => signal(cut, 'SIGCONT') }
    }
  },
  etcd: {
    what: "etcd's leader, kill -9",
    seconds: 20,
    async break() {
      const node = await etcdLeader()
      if (node === undefined) throw new Error('etcd has no leader to break.')
      kill9(`etcd${node}`)
      return { it: `etcd${node}`, mend: () => startEtcd(node) }
    }
  },
  haproxy: {
    what: 'HAProxy, kill -9, started again after 2 s',
    seconds: 2,
    async break() {
      kill9('haproxy')
      return { it: 'haproxy', mend: startProxy }
    }
  },
  web: ofRole('web'),
  broker,
  'primary-broker': {
    what: 'the primary with its Patroni, and 4 s later the process that has the broker of the sensors, kill -9',
    seconds: 35,
    async break(round) {
      const node = killed(await primary())
      await wait(4_000)
      const { it, mend } = await broker.break(round)
      return {
        it: `${node.it} ${it}`,
        async mend() {
          node.mend()
          await mend()
        }
      }
    }
  },
  ingest: ofRole('ingest'),
  worker: ofRole('worker'),
  rolling: {
    what: 'every process of Opony restarted in turn',
    seconds: 1,
    async break() {
      return {
        it: `${parts.length} processes`,
        async mend() {
          for (const part of parts) {
            await end(part.name, 40_000)
            startPart(part)
            await until(`${part.name} is ready`, 120, () => isReady(part))
          }
        }
      }
    }
  }
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults
