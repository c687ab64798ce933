export const listUrl = () => ''
