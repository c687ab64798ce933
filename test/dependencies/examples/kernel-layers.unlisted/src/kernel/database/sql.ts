export const sql = 'select 1'
