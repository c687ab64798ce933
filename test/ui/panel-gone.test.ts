/** A panel whose thing is not there says so, and offers no second try; another failure may pass. */
import { expect, it } from 'vitest'
import { ApiProblem } from '../../ui/api.ts'
import { isNotFound } from '../../ui/parts/panel/useDetail.ts'

const problem = (status: number): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: '', status, detail: '', code: 'x' })

it.each([
  ['what is not there', problem(404), true],
  ['a server that cannot answer now', problem(503), false],
  ['a lost connection', problem(0), false],
  ['a fault of the page', new Error('404'), false],
  ['no failure', null, false]
])('%s', (_, error, found) => expect(isNotFound(error)).toBe(found))
