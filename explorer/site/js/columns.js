// Turns records that were packed as columns (explorer/site/columns.py) back into lists of records.

const COUNT = "", ROWS = "?"; // the keys of the number of records, and of the records that have a column

/** The JSON value as it was before it was packed. @param {any} value @returns {any} */
export function toRecords(value) {
  if (Array.isArray(value)) return value.map(toRecords);
  if (typeof value !== "object" || value === null) return value;
  const { [COUNT]: count, [ROWS]: rows = {}, ...columns } = value;
  if (!Number.isInteger(count))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toRecords(each)]));
  const records = Array.from({ length: count }, () => /** @type {Record<string, any>} */ ({}));
  for (const [key, packed] of Object.entries(columns)) {
    const column = toRecords(packed);
    if (rows[key]) rows[key].forEach((/** @type {number} */ row, /** @type {number} */ i) => {
      records[row][key] = column[i];
    });
    else records.forEach((record, i) => { record[key] = column[i]; });
  }
  return records;
}
