/** Schemas of routes are compiled when they are first needed: that all of them compile has to be tried. */
import { expect, it } from 'vitest'
import { lazyValidators } from '../../src/kernel/serve/lazy-validators.ts'
import { aSharedApp } from '../helper/app.ts'

const validatorOf = (validators: ReturnType<typeof lazyValidators>, schema: object) =>
  validators.factory({}, { customOptions: {} })({ schema } as never)

it('each schema of a route compiles', async () => {
  const { app } = await aSharedApp()
  expect(app.compileSchemas()).toBeGreaterThan(500)
})

it('a schema that does not compile is found by compiling all', () => {
  const validators = lazyValidators()
  validatorOf(validators, { type: 'object' })
  expect(validators.compileAll()).toBe(1)
  validatorOf(validators, { type: 'no type of JSON' })
  expect(() => validators.compileAll()).toThrow('type')
})

it('a value is judged by the compiled schema, with its errors', () => {
  const validate = validatorOf(lazyValidators(), { type: 'object', required: ['page'] })
  expect(validate({ page: 1 })).toBe(true)
  expect([validate({}), validate.errors?.[0]?.keyword]).toEqual([false, 'required'])
  expect([validate({ page: 2 }), validate.errors]).toEqual([true, null])
})
