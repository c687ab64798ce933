/**
 * Spans by OpenTelemetry, sent by OTLP over HTTP (JSON). Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set (`main.ts`). The packages read
 * their own variables besides: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_….
 */
import {
  type Context,
  context,
  type Span as OtelSpan,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { BuildVersion } from './kernel/product.ts'
import type { Facts, Span, Tracer } from './kernel/traces.ts'

export interface TracesOptions {
  /** Base address of the collector, such as http://127.0.0.1:4318. */
  readonly endpoint: string
  readonly build: BuildVersion
  /** Told when spans cannot be sent, once a minute at most. */
  complain(text: string): void
}

export interface Traces {
  readonly tracer: Tracer
  /** Sends what waits to be sent. */
  flush(): Promise<void>
  /** The same, and records nothing any more. */
  stop(): Promise<void>
}

const complainEveryMs = 60_000
const maxText = 2_000

/** An exporter that tells of what it could not send. The spans of that batch are lost, and nothing waits for them. */
function telling(exporter: SpanExporter, complain: (text: string) => void): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (error: Error | undefined): void => {
    if (performance.now() - toldAt < complainEveryMs) return
    toldAt = performance.now()
    complain(
      `traces: spans could not be sent: ${(error?.message || 'the collector has refused them').slice(0, maxText)}`
    )
  }
  return {
    export: (sent, done) =>
      exporter.export(sent, result => {
        if (result.code !== 0) tell(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown()
  }
}

const known = (facts: Facts): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  )

function end(span: OtelSpan, facts: Facts = {}, error: unknown = undefined): void {
  span.setAttributes(known(facts))
  if (error !== undefined) {
    const message = error instanceof Error ? error.message : String(error)
    span.setStatus({ code: SpanStatusCode.ERROR, message: message.slice(0, maxText) })
  }
  span.end()
}

const asSpan = (span: OtelSpan, around: Context): Span => ({
  traceId: span.spanContext().traceId,
  run: work => context.with(around, work),
  rename: name => void span.updateName(name),
  end: (facts, error) => end(span, facts, error)
})

/** `select` of `select id from …`: texts differ in their lists of values, so a name takes the verb alone. */
const verbOf = (text: string): string => /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'

export function openTraces({ endpoint, build, complain }: TracesOptions): Traces {
  const own = resourceFromAttributes({ 'service.name': 'opony', 'service.version': `${build.version}+${build.commit}` })
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(telling(exporter, complain))]
  })
  provider.register()
  const spans = trace.getTracer('opony', build.version)
  const kinds = { work: SpanKind.CONSUMER, call: SpanKind.CLIENT } as const
  const tracer: Tracer = {
    call(headers) {
      const from = propagation.extract(context.active(), headers)
      const span = spans.startSpan('call', { kind: SpanKind.SERVER }, from)
      return asSpan(span, trace.setSpan(from, span))
    },
    statement(text) {
      if (!trace.getActiveSpan()) return undefined
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxText) }
      return asSpan(spans.startSpan(verbOf(text), { kind: SpanKind.CLIENT, attributes }), context.active())
    },
    within: (kind, name, facts, work) =>
      spans.startActiveSpan(name, { kind: kinds[kind], attributes: known(facts) }, async span => {
        try {
          const done = await work()
          end(span)
          return done
        } catch (error) {
          end(span, {}, error)
          throw error
        }
      })
  }
  return {
    tracer,
    flush: () => provider.forceFlush(),
    async stop() {
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    }
  }
}
