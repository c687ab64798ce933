/**
 * Metrics for the operator; `serve/metrics.ts` gives them out. A module adds its own in `figures` (src/kernel/module.ts). What all processes
 * would say alike, because they ask the same database, is asked by each of them: the largest of them is the figure.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, Registry } from 'prom-client'
import type { BuildVersion } from './product.ts'

/** A figure with the values of its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metrics {
  readonly registry: Registry
  /** A gauge that is computed when it is read, by label values. */
  observe(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** A gauge without labels. */
  gauge(name: string, help: string, read: () => number): void
  /** What only grows since the start, and is counted elsewhere; its name ends with `_total`. */
  total(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** A gauge of what is asked of the database, once in 15 seconds at most. Without an answer in time it has no samples. */
  ask(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Sample[]>): void
  /** A gauge that keeps what it was last told. */
  tell(name: string, help: string, labels: Readonly<Record<string, string>>, value: number): void
}

const keptMs = 15_000
const patienceMs = 2_000

/** The last answer, while it is fresh. */
function kept<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let answer: Promise<T | undefined> | undefined
  let askedAt = 0
  return () => {
    if (answer && performance.now() - askedAt < keptMs) return answer
    askedAt = performance.now()
    const late = wait(patienceMs, undefined, { ref: false })
    answer = Promise.race([read(), late]).catch(() => undefined)
    void answer.then(value => {
      if (value === undefined) answer = undefined
    })
    return answer
  }
}

/** @param build what `opony_build_info` says */
export function openMetrics(build?: BuildVersion): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (build) {
    const labelNames = ['version', 'commit', 'node']
    const info = new Gauge({ name: 'opony_build_info', help: 'Which version runs; always 1', labelNames, registers })
    info.set({ ...build, node: process.version }, 1)
  }
  return {
    registry,
    observe(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
        }
      })
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        }
      })
    },
    total(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number)
        }
      })
    },
    ask(name, help, labels, read) {
      const answer = kept(read)
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const samples = (await answer()) ?? []
          this.reset()
          for (const sample of samples) this.set(sample.labels, sample.value)
        }
      })
    },
    tell(name, help, labels, value) {
      const known = registry.getSingleMetric(name) as Gauge | undefined
      const gauge = known ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers })
      gauge.set(labels, value)
    }
  }
}
