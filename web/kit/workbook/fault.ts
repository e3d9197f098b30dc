/** A workbook that is not read, with a sentence for the operator. */
export class WorkbookFault extends Error {
  // Preserved when the fault is sent from a worker, where the class is lost.
  override readonly name = 'WorkbookFault';
}
