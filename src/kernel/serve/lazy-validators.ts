/**
 * The validators of routes' schemas, each compiled when its route is first called: there are some thousand, a process is called on a few of
 * them, and compiling all takes nearly half of the processor's time of its start. That each of them compiles is held by
 * `test/kernel/lazy-validators.test.ts`.
 */
import buildAjv from '@fastify/ajv-compiler'

type Factory = ReturnType<typeof buildAjv>
type Compile = ReturnType<Factory>
type Validate = ReturnType<Compile>

export interface LazyValidators {
  /** Fastify's factory of validators (`schemaController.compilersFactory.buildValidator`). */
  readonly factory: Factory
  /**
   * Compiles those that were not used yet.
   * @returns how many there are
   * @throws Error of Ajv for a schema that does not compile
   */
  compileAll(): number
}

export function lazyValidators(): LazyValidators {
  const build = buildAjv()
  const all: (() => Validate)[] = []
  const lazily = (compile: Compile) => (route: Parameters<Compile>[0]) => {
    let compiled: Validate | undefined
    const validator = (): Validate => {
      compiled ??= compile(route)
      return compiled
    }
    all.push(validator)
    const lazy = (data: unknown): unknown => {
      const validate = validator()
      const isGood = validate(data)
      lazy.errors = validate.errors
      return isGood
    }
    lazy.errors = undefined as Validate['errors']
    return lazy
  }
  return {
    factory: ((schemas, options) => lazily(build(schemas, options))) as Factory,
    compileAll() {
      for (const validator of all) validator()
      return all.length
    }
  }
}
