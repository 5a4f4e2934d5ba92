/** Everything is in a schema of its own, so that the database may have other tables beside it. */
export const schemaName = 'tintype';
