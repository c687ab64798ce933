/** Copies a text to the clipboard. Resolves to false where the browser does not allow it, as all do without TLS. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
