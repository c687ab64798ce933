/** The providers around all pages (queries, router), and the connection to the live hub. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { keepAlive } from './account.ts'
import { requestSignIn } from './api.ts'
import { openHub } from './hub.ts'
import { makeRouter } from './router.tsx'
import { useToken } from './session.ts'

function useHub(queries: QueryClient): void {
  const signedIn = useToken() !== undefined
  const [signIns, setSignIns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new sign-in the hub is opened again
  useEffect(() => {
    if (!signedIn) return
    const close = openHub(queries, () => {
      requestSignIn().then(signedInAgain => signedInAgain && setSignIns(count => count + 1))
    })
    const stopRenewing = keepAlive()
    return () => {
      close()
      stopRenewing()
    }
  }, [queries, signedIn, signIns])
}

export function App({ queries }: { readonly queries: QueryClient }) {
  const [router] = useState(() => makeRouter())
  useHub(queries)
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
