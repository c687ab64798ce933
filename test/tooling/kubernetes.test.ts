/**
 * deploy/kubernetes/, without a cluster: each object has the fields and values that its kind takes, and what it names exists. Nothing here shows that
 * a cluster would run it.
 */
import { describe, expect, it } from 'vitest'
import {
  called,
  containersOf,
  faultsOf,
  files,
  type Manifest,
  objects,
  of,
  podOf,
  portsOf,
  read,
  readme,
  selected,
  workloads
} from './fixtures/kubernetes.ts'

describe('each object', () => {
  it.each(objects.map(object => [`${object.kind} ${object.metadata.name}`, object] as const))(
    '%s has the fields and the values that its kind takes',
    (_name, object) => expect(faultsOf(object)).toEqual([])
  )

  it('is in the namespace, and has a name of its own among those of its kind', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    const outside = objects.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'opony')
    expect(outside).toEqual([])
  })

  /** Each is a mistake that somebody makes, in a manifest that is right otherwise. */
  it.each([
    [
      'a misspelt field',
      'Deployment',
      (one: Manifest) => {
        podOf(one).containers[0].readinesProbe = {}
      },
      'readinesProbe'
    ],
    [
      'a field at the wrong place',
      'Deployment',
      (one: Manifest) => {
        one.spec.containers = []
      },
      '/spec/containers'
    ],
    [
      'a word for a number',
      'Deployment',
      (one: Manifest) => {
        one.spec.replicas = 'two'
      },
      '/spec/replicas'
    ],
    [
      'a number for a text',
      'Cluster',
      (one: Manifest) => {
        one.spec.postgresql.parameters.max_connections = 200
      },
      'max_connections'
    ],
    [
      'a root disk that can be written',
      'Job',
      (one: Manifest) => {
        podOf(one).containers[0].securityContext.readOnlyRootFilesystem = false
      },
      'readOnlyRootFilesystem'
    ],
    [
      'no limit of memory',
      'Deployment',
      (one: Manifest) => {
        delete podOf(one).containers[0].resources.limits
      },
      '/limits'
    ],
    [
      'five fields of time, as cron has',
      'ScheduledBackup',
      (one: Manifest) => {
        one.spec.schedule = '0 2 * * *'
      },
      '/spec/schedule'
    ],
    [
      'a version of long ago',
      'PodDisruptionBudget',
      (one: Manifest) => {
        one.apiVersion = 'policy/v1beta1'
      },
      'no known kind'
    ]
  ] as const)('with %s fails', (_what, kind, spoil, place) => {
    const object = structuredClone(of(kind)[0])
    expect(faultsOf(object)).toEqual([])
    spoil(object)
    expect(faultsOf(object).join('\n')).toContain(place)
  })
})

describe('what is named', () => {
  it('by a selector, a service, a disruption budget or a spread is a workload', () => {
    for (const { metadata, spec } of of('Deployment')) {
      expect([metadata.name, selected(spec.selector).map(one => one.metadata.name)]).toEqual([
        metadata.name,
        [metadata.name]
      ])
      for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
        expect(selected(labelSelector).map(one => one.metadata.name)).toEqual([metadata.name])
    }
    const budgets = of('PodDisruptionBudget').map(({ spec }) => selected(spec.selector).map(one => one.metadata.name))
    expect(budgets.flat().sort()).toEqual(
      of('Deployment')
        .map(({ metadata }) => metadata.name)
        .sort()
    )
    for (const { metadata, spec } of of('Service'))
      expect([metadata.name, selected({ matchLabels: spec.selector }).length]).toEqual([metadata.name, 1])
  })

  it('as a port is one that a container has', () => {
    for (const { spec } of of('Service')) {
      const names = portsOf({ matchLabels: spec.selector }).map(({ name }) => name)
      for (const { targetPort } of spec.ports) expect(names).toContain(targetPort)
    }
    for (const { spec } of of('PodMonitor').filter(({ metadata }) => metadata.name !== 'opony-db')) {
      expect(selected(spec.selector).length).toBeGreaterThan(0)
      for (const one of selected(spec.selector))
        expect(containersOf(one)[0].ports.map(({ name }: Manifest) => name)).toContain(spec.podMetricsEndpoints[0].port)
    }
    for (const { spec } of of('NetworkPolicy')) {
      // of the database the operator opens the ports
      if (spec.podSelector.matchLabels?.['cnpg.io/cluster'] !== undefined) continue
      const numbers = portsOf(spec.podSelector).map(({ containerPort }) => containerPort)
      for (const { ports } of spec.ingress ?? []) for (const { port } of ports) expect(numbers).toContain(port)
    }
    for (const { spec } of of('Ingress'))
      for (const { http } of spec.rules)
        for (const { backend } of http.paths)
          expect(called('Service', backend.service.name).spec.ports.map(({ name }: Manifest) => name)).toContain(
            backend.service.port.name
          )
    for (const one of workloads)
      for (const { ports = [], ...container } of containersOf(one))
        for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'].filter(name => name in container))
          expect(ports.map(({ name }: Manifest) => name)).toContain(container[probe].httpGet.port)
  })

  it('as a volume, a configuration or a claim is there; a secret is one that the operator of the database makes, or the README says how', () => {
    for (const one of workloads) {
      const { volumes } = podOf(one)
      const names = volumes.map(({ name }: Manifest) => name)
      for (const { volumeMounts } of containersOf(one))
        expect(volumeMounts.map(({ name }: Manifest) => name).sort()).toEqual([...names].sort())
      for (const { configMap, persistentVolumeClaim } of volumes) {
        if (configMap) called('ConfigMap', configMap.name)
        if (persistentVolumeClaim) called('PersistentVolumeClaim', persistentVolumeClaim.claimName)
      }
    }
    const text = files.map(read).join('\n')
    const wanted = new Set(
      [
        ...text.matchAll(
          /(?:secretKeyRef|secretRef|secret|passwordSecret|accessKeyId|secretAccessKey): \{ name: ([\w-]+)|secretName: ([\w-]+)/g
        )
      ].map(([, one, other]) => one ?? other)
    )
    expect(wanted.size).toBeGreaterThan(6)
    for (const name of wanted) if (name !== 'opony-db-ca') expect(readme).toMatch(new RegExp(`\\b${name}\\b`))
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([])
    expect(`${called('Cluster', 'opony-db').metadata.name}-ca`).toBe('opony-db-ca')
  })

  it('in the README as the order to apply is every file', () => {
    const applied = [...readme.matchAll(/kubectl apply (.*)/g)].flatMap(([, words = '']) =>
      [...words.matchAll(/-f deploy\/kubernetes\/([\w-]+\.yaml)/g)].map(([, name]) => name)
    )
    expect([...new Set(applied)].sort()).toEqual([...files].sort())
    expect(readme).toContain('never run')
  })
})
