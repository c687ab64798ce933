/** Metrics for the operator. A module adds its own through `services.metrics.registry`; `serve/metrics.ts` gives them out. */
import { Gauge, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** A gauge that is computed when it is read, by label values. */
  observe(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  return {
    registry,
    observe(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset()
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
        }
      })
    }
  }
}
