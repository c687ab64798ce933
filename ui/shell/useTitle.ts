import { useEffect } from 'react'

/** Sets the document's title to the page's, followed by the product's name. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Opony`
  }, [title])
}
