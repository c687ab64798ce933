/**
 * The dependency rules: which part may import which. `npm test` checks the whole tree by them, and each rule has at least
 * one example under test/dependencies/examples/<rule>/ that this rule must refuse, and no other rule may.
 *
 * To add a module: add it to `imports` with the modules that it may import directly; it may also import what those import.
 * A module is imported by its public.ts; its vocabulary (schema.ts: pure data) also by the modules above it, and so are the
 * resources that these define commands on (resources.ts). A new rule needs an example of what it forbids.
 */
const imports = {
  users: ['notifications'],
  catalogue: [],
  files: [],
  companies: ['users', 'catalogue', 'notifications'],
  pricing: ['companies', 'catalogue'],
  warehouse: ['companies', 'catalogue', 'files'],
  fleet: ['users', 'catalogue', 'notifications'],
  orders: ['pricing', 'warehouse', 'fleet', 'companies', 'notifications'],
  weights: ['orders'],
  driver: ['orders', 'fleet', 'users', 'files', 'notifications'],
  iot: ['warehouse', 'companies'],
  waste: ['orders', 'driver', 'companies', 'fleet', 'users', 'notifications'],
  evidence: ['orders', 'waste', 'weights', 'companies', 'users'],
  validators: ['orders', 'iot', 'waste'],
  reports: ['validators'],
  integrations: ['orders', 'iot'],
  imports: ['users', 'files'],
  notifications: [],
  views: ['users'],
  jobs: ['users', 'notifications'],
  audit: ['users']
}

/**
 * Folders of src/kernel, from the ground up: each may import those before it. Files beside the folders (services.ts, module.ts, …) name
 * the types of all of them and are under `no-cycle` alone.
 */
const kernelFloors = [
  ...['i18n', 'errors', 'database', 'realtime', 'access', 'security', 'audit'],
  ...['resources', 'history', 'lists', 'commands', 'imports', 'files', 'routes', 'pages', 'metadata'],
  ...['jobs', 'outbound', 'messaging', 'storage', 'mqtt', 'upgrade', 'serve']
]

const below = name => [...new Set(imports[name].flatMap(next => [next, ...below(next)]))]
const oneOf = names => (names.length === 0 ? '(?!)' : `(${names.join('|')})`)
const npm = '(^|/)node_modules/'
const code = '^(src|modules|ui|config|migrations|seeds|scripts|test|bench|faults)/'
const server = '^(src|modules|config|migrations|seeds)/'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const direction = Object.keys(imports).map(name =>
  forbid(
    'module-direction',
    `${name} may import ${below(name).join(', ') || 'no other module'}`,
    { path: `^modules/${name}/` },
    { path: '^modules/', pathNot: `^modules/${oneOf([name, ...below(name)])}/` }
  )
)

const floors = kernelFloors.map((name, at) =>
  forbid(
    'kernel-layers',
    `src/kernel/${name} may import ${kernelFloors.slice(0, at).join(', ') || 'no other folder of the kernel'}`,
    { path: `^src/kernel/${name}/` },
    { path: '^src/kernel/[^/]+/', pathNot: `^src/kernel/${oneOf(kernelFloors.slice(0, at + 1))}/` }
  )
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'contract-alone',
      'the contract goes to the browser: it knows itself and the types of TypeBox, nothing else',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', `${npm}@sinclair/typebox/`] }
    ),
    forbid(
      'contract-typebox-types',
      'the contract takes the types of TypeBox, never its code',
      { path: '^src/contract/' },
      { path: `${npm}@sinclair/typebox/`, dependencyTypesNot: ['type-only'] }
    ),
    forbid(
      'config-below-all',
      'settings are read before anything else runs: they know the contract and packages',
      { path: '^config/' },
      { path: code, pathNot: ['^config/', '^src/contract/'] }
    ),
    forbid(
      'embedded-alone',
      'the embedded PostgreSQL and broker start before the kernel: they know settings and packages',
      { path: '^src/embedded/' },
      { path: code, pathNot: ['^src/embedded/', '^config/'] }
    ),
    forbid(
      'kernel-knows-no-module',
      'what the kernel needs from above comes through extension points; of the tables it knows the list of migrations',
      { path: '^src/kernel/' },
      { path: code, pathNot: ['^src/kernel/', '^src/contract/', '^config/', '^migrations/index\\.ts$'] }
    ),
    ...floors,
    forbid(
      'kernel-layers',
      'a new folder of the kernel is listed in .dependency-cruiser.cjs, above those that it may import',
      { path: '^src/kernel/[^/]+/', pathNot: `^src/kernel/${oneOf(kernelFloors)}/` },
      {}
    ),
    forbid(
      'only-modules-ts',
      'src/modules.ts is the only file of src that names modules',
      { path: '^src/', pathNot: ['^src/modules\\.ts$', '^src/(contract|kernel|embedded)/'] },
      { path: '^modules/' }
    ),
    forbid(
      'module-base',
      'a module imports the kernel, the contract and settings, never what starts it',
      { path: '^modules/' },
      { path: code, pathNot: ['^modules/', '^src/(kernel|contract)/', '^config/'] }
    ),
    forbid(
      'module-public',
      'a module imports another by its public.ts, its vocabulary by its schema.ts, or resources to define commands on by its resources.ts',
      { path: '^modules/([^/]+)/' },
      { path: '^modules/[^/]+/', pathNot: ['^modules/$1/', '^modules/[^/]+/(public|schema|resources)\\.ts$'] }
    ),
    forbid(
      'module-own-public',
      'public.ts is for other modules: a module imports the file of its own that says it',
      { path: '^modules/([^/]+)/' },
      { path: '^modules/$1/public\\.ts$' }
    ),
    ...direction,
    forbid(
      'module-named',
      'a new module is listed in .dependency-cruiser.cjs with those that it may import',
      { path: '^modules/', pathNot: `^modules/${oneOf(Object.keys(imports))}/` },
      {}
    ),
    forbid(
      'seeds-know-rules',
      'seeds take codes, pure rules and public APIs from the modules (schema.ts, rules.ts, public.ts), never how these store or serve',
      { path: '^seeds/' },
      {
        path: code,
        pathNot: ['^(seeds|config)/', '^src/(kernel|contract)/', '^modules/.+/(schema|rules|public)\\.ts$']
      }
    ),
    forbid(
      'ui-knows-contract',
      'of the server, the browser knows the contract, and types of modules',
      { path: '^ui/' },
      { path: code, pathNot: ['^ui/', '^src/contract/', '^modules/'] }
    ),
    forbid(
      'ui-module-types',
      'the browser takes types of modules, never their code',
      { path: '^ui/' },
      { path: '^modules/', dependencyTypesNot: ['type-only'] }
    ),
    forbid(
      'parts-know-no-page',
      'parts draw whatever metadata they get: they know no page and no module',
      { path: '^ui/parts/' },
      { path: ['^ui/pages/', '^modules/'] }
    ),
    forbid(
      'parts-know-no-shell',
      'parts are drawn inside a shell: what both need is in ui/elements',
      { path: '^ui/parts/' },
      { path: '^ui/shell/' }
    ),
    forbid(
      'api-knows-no-part',
      'calls, session, alerts and the other services of ui/ are under the parts: only what starts the application knows these',
      { path: '^ui/[^/]+\\.tsx?$', pathNot: '^ui/(main|App|router|early|firstAnswers|firstOfForm)\\.tsx?$' },
      { path: '^ui/(parts|shell|pages)/', reachable: true }
    ),
    forbid(
      'elements-alone',
      'elements are what shell, parts and pages share: they know none of the three',
      { path: '^ui/elements/' },
      { path: '^ui/(parts|shell|pages)/' }
    ),
    forbid(
      'no-test-in-product',
      'the product knows neither its tests nor its tools',
      { path: '^(src|modules|ui|config|migrations|seeds)/' },
      { path: '^(test|scripts|bench|faults)/' }
    ),
    forbid(
      'no-development-package',
      'the server runs without development packages',
      { path: server },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }
    ),
    forbid('resolvable', 'every import can be resolved', {}, { couldNotResolve: true }),
    forbid(
      'no-cycle',
      'no file of the server imports itself through others, types included: whoever reads one would have to read all',
      { path: server },
      { circular: true }
    ),
    forbid(
      'no-cycle',
      'no other file imports itself through others; types may, because they do not exist at run time',
      { pathNot: server },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }
    ),
    forbid(
      'no-orphan',
      'a file that nothing imports and that imports nothing is unused, but for the service worker, which the browser starts',
      {
        orphan: true,
        path: '^(src|modules|ui)/',
        pathNot: ['\\.d\\.ts$', '/messages/', '\\.(css|json|html|svg)$', '^ui/driver/worker\\.ts$']
      },
      {}
    )
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data|test/dependencies/examples)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types']
    }
  }
}
