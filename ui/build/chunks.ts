/** Which modules of the browser's part every page needs: they are one file, the frame (`vite.config.ts`). */

const inFrame =
  /^(\w+|i18n\/(merged|plain)|(elements|theme|parts\/values)\/.*|shell\/\w+|parts\/registry|parts\/form\/lastChoice|parts\/command\/WithReason)$/
const notInFrame =
  /^(main|hub|crashReport|external|shell\/(OwnCompany|OwnProfile|Profile|AdminShell|PortalShell|Bare|Notice|Bell|GroupPages|KeyList|Menu|menu|Rail|Side|side|flags))$/
/** Of the contract: what lists and forms both judge rows by. */
const rule = /[\\/]src[\\/]contract[\\/]when\.ts$/

/**
 * Code that lists and forms share is in the frame, because the form of the sign-in needs no list. Not in it are the frames of the two
 * areas and of screens without a menu, of which a page needs one, the hub and the list of keys, which are loaded after the first rows,
 * the sign-in by a provider, and the report of faults.
 * @param id the path of a module
 */
export function isInFrame(id: string): boolean {
  const [, file] = /[\\/]ui[\\/](.*)\.tsx?$/.exec(id)?.map(part => part.replaceAll('\\', '/')) ?? []
  return rule.test(id) || (file !== undefined && inFrame.test(file) && !notInFrame.test(file))
}
