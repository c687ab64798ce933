/** The providers around all pages (queries, router), and the connection to the live hub. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { keepAlive } from './account.ts'
import { requestSignIn } from './api.ts'
import { whenIdle } from './elements/whenIdle.ts'
import type { makeRouter } from './router.tsx'
import { useToken } from './session.ts'

/** The delay in milliseconds before the hub's script is fetched again after a failure. */
const retryMs = 5_000

/** Opens the hub in idle time, once the page is drawn; it then reports earlier changes, too. Returns a function that closes it. */
function openHubSoon(queries: QueryClient, onSignedOut: () => void): () => void {
  let isOver = false
  let close: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = async (): Promise<void> => {
    try {
      const { openHub } = await import('./hub.ts')
      if (!isOver) close = openHub(queries, onSignedOut)
    } catch {
      if (!isOver) timer = setTimeout(() => void open(), retryMs)
    }
  }
  const stopWaiting = whenIdle([open])
  return () => {
    isOver = true
    stopWaiting()
    clearTimeout(timer)
    close?.()
  }
}

function useHub(queries: QueryClient): void {
  const signedIn = useToken() !== undefined
  const [signIns, setSignIns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signIns` opens the hub again after each new sign-in
  useEffect(() => {
    if (!signedIn) return
    const signInAgain = (): void => {
      requestSignIn().then(signedInAgain => signedInAgain && setSignIns(count => count + 1))
    }
    const close = openHubSoon(queries, signInAgain)
    const stopRenewing = keepAlive()
    return () => {
      close()
      stopRenewing()
    }
  }, [queries, signedIn, signIns])
}

interface AppProps {
  readonly queries: QueryClient
  readonly router: ReturnType<typeof makeRouter>
}

export function App({ queries, router }: AppProps) {
  useHub(queries)
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
