module my-adapter

go 1.18
