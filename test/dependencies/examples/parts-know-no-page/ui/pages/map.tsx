export const map = 'map'
