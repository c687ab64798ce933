import { useEffect } from 'react'

/** The document's title: the page, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Opony`
  }, [title])
}
