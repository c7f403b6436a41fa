module proofmark-kit

go 1.18
