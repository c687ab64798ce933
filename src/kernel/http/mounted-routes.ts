/** The routes that there are, as the server itself lists them: tests hold every one of them against who may call it. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Audience } from '../access/caller.ts'

export interface MountedRoute {
  readonly method: string
  /** As it was given: `/api/Admin/Orders/:id/accept`. */
  readonly url: string
  readonly audiences: readonly Audience[]
  /** Name of the command behind it. */
  readonly command: string | undefined
}

const alike = new Set(['HEAD', 'OPTIONS'])

/**
 * Begins to list; call it before anything is mounted. The application does not start with a route that does not say who it
 * is for.
 */
export function listRoutes(app: FastifyInstance): () => readonly MountedRoute[] {
  const seen: RouteOptions[] = []
  app.addHook('onRoute', route => void seen.push(route))
  const mounted = (): MountedRoute[] =>
    seen.flatMap(({ method, url, config }) =>
      [method]
        .flat()
        .flatMap(name =>
          alike.has(name) ? [] : [{ method: name, url, audiences: config?.audiences ?? [], command: config?.command }]
        )
    )
  app.addHook('onReady', async () => {
    const open = mounted().filter(({ audiences }) => audiences.length === 0)
    const named = open.map(({ method, url }) => `${method} ${url}`).join(', ')
    if (open.length > 0) throw new Error(`Routes that do not say who they are for: ${named}`)
  })
  return mounted
}
