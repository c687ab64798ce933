/** All routes of the server, as it lists them itself; tests compare each with the table of who may call it. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Scope } from '../access/api-keys.ts'
import type { Audience } from '../access/caller.ts'

export interface MountedRoute {
  readonly method: string
  /** The path as it was declared: `/api/Admin/Orders/:id/accept`. */
  readonly url: string
  readonly audiences: readonly Audience[]
  /** The scope by which API keys may call it. */
  readonly scope: Scope | undefined
  /** Whether devices of drivers may call it. */
  readonly device: boolean
  /** Name of the command behind it. */
  readonly command: string | undefined
}

const alike = new Set(['HEAD', 'OPTIONS'])

/**
 * Starts collecting; to be called before any route is mounted. The application does not start with a route that has no audiences.
 */
export function listRoutes(app: FastifyInstance): () => readonly MountedRoute[] {
  const seen: RouteOptions[] = []
  app.addHook('onRoute', route => void seen.push(route))
  const mounted = (): MountedRoute[] =>
    seen.flatMap(({ method, url, config }) =>
      [method].flat().flatMap(name =>
        alike.has(name)
          ? []
          : [
              {
                method: name,
                url,
                audiences: config?.audiences ?? [],
                scope: config?.scope,
                device: config?.device === true,
                command: config?.command
              }
            ]
      )
    )
  app.addHook('onReady', async () => {
    const open = mounted().filter(({ audiences }) => audiences.length === 0)
    const named = open.map(({ method, url }) => `${method} ${url}`).join(', ')
    if (open.length > 0) throw new Error(`Routes that do not say who they are for: ${named}`)
  })
  return mounted
}
