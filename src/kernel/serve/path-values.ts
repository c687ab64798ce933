/** Numbers in the path of a request. */
import type { FastifyRequest } from 'fastify'
import { throwProblem } from '../errors/errors.ts'

const integer = /^(0|[1-9]\d{0,9})$/

/** The number in the path; anything else is a 404. */
export function numberOf(request: FastifyRequest, name: string): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  const number = integer.test(text) ? Number(text) : Number.NaN
  return number <= 2_147_483_647 ? number : throwProblem('notFound')
}

/** The id in the path: a number from 1. */
export const idOf = (request: FastifyRequest): number => numberOf(request, 'id') || throwProblem('notFound')
